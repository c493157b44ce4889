//! Reserves capacity, halving it on failure.

/// An empty list with capacity for `most` elements, or for a half, a quarter … of them where the allocation fails: a search
/// that is allowed more memory than the machine has works with what there is.
pub(crate) fn reserve<T>(most: usize) -> Vec<T> {
    let mut list = Vec::new();
    let mut wanted = most.max(1);
    while list.try_reserve_exact(wanted).is_err() && wanted > 1 {
        wanted /= 2;
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserves_what_was_wanted_or_what_there_is() {
        assert!(reserve::<u64>(1000).capacity() >= 1000);
        let most = usize::MAX / size_of::<u64>();
        let all = reserve::<u64>(most).capacity();
        assert!(all > 0 && all < most, "{all}");
    }
}
