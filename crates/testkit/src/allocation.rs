//! A counting allocator, to show that play does not allocate and that searches stay within their memory limits.
//!
//! A test installs it in its own binary: `#[global_allocator] static ALLOCATOR: Counting = Counting;`

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

use sarsen_core::{Chance, ListActions, Numbered, Observed, Options, Seat, chance};

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

/// The bytes currently allocated by all threads, and their maximum.
static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

fn hold(bytes: usize) {
    let held = HELD.fetch_add(bytes, Ordering::Relaxed) + bytes;
    MOST.fetch_max(held, Ordering::Relaxed);
}

/// The system allocator, with a count per thread and the number of allocated bytes.
pub struct Counting;

// SAFETY: every call is forwarded to the system allocator unchanged; counting does not allocate.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        hold(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        // The old and the new block may exist at the same time.
        hold(size);
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// The number of allocations that this thread makes during `work`, and the result of `work`.
pub fn count<T>(work: impl FnOnce() -> T) -> (u64, T) {
    let before = COUNT.with(Cell::get);
    let result = work();
    (COUNT.with(Cell::get) - before, result)
}

/// The peak number of bytes allocated by all threads during `work`, relative to the start, and the result of `work`.
pub fn most_held<T>(work: impl FnOnce() -> T) -> (usize, T) {
    let before = HELD.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    let result = work();
    (MOST.load(Ordering::Relaxed).saturating_sub(before), result)
}

/// Plays random games under each setup and checks that nothing is allocated. First checks that the counting allocator
/// is installed.
pub fn playouts_allocate_nothing<G: ListActions + Chance>(
    setups: impl IntoIterator<Item = Options>,
) {
    let (allocations, _) = count(|| Options::defaults(G::SPEC));
    assert!(allocations > 0, "the counting allocator is not the global one");
    for options in setups {
        let start = G::start(&options);
        let mut rng = chance::generator(1);
        let (allocations, actions) =
            count(|| (0..1000).map(|_| chance::playout(&mut start.clone(), &mut rng)).sum::<u32>());
        assert!(actions > 10_000, "{actions} actions under {options:?}");
        assert_eq!(allocations, 0, "{options:?}");
    }
}

/// Plays random games under each setup and checks that masks and observations are written without allocating.
pub fn numbers_allocate_nothing<G: Numbered + Observed>(setups: impl IntoIterator<Item = Options>) {
    let (mut mask, mut seen) = (vec![false; G::ACTIONS], vec![0.0; G::OBSERVATION]);
    for options in setups {
        let mut rng = chance::generator(1);
        let mut state = G::start(&options);
        let mut states = 0;
        while states < 100
            && let Some(action) = chance::random_step(&state, &mut rng)
        {
            let (allocations, ()) = count(|| {
                state.write_mask(&mut mask);
                Seat::all(2).for_each(|seat| state.observe(seat, &mut seen));
            });
            assert_eq!(allocations, 0, "{options:?}");
            state.apply(action);
            states += 1;
        }
        assert!(states > 10, "{states} states under {options:?}");
    }
}
