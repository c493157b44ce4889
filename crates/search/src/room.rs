//! Memory that may not be there.

/// An empty list with room for so many, or for half, a quarter … of them if the machine has no more: a search that is
/// allowed more memory than there is works with what there is.
pub(crate) fn room<T>(most: usize) -> Vec<T> {
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
    fn there_is_room_for_what_was_wanted_or_for_what_there_is() {
        assert!(room::<u64>(1000).capacity() >= 1000);
        let most = usize::MAX / size_of::<u64>();
        let all = room::<u64>(most).capacity();
        assert!(all > 0 && all < most, "{all}");
    }
}
