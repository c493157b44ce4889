//! A counting allocator, to show that play allocates nothing.
//!
//! A test makes it the global allocator of its own binary:
//! `#[global_allocator] static ALLOCATOR: Counting = Counting;`

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator with a count a thread.
pub struct Counting;

// SAFETY: every call is handed to the system's allocator unchanged; the count touches no heap memory.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// How often this thread allocates while `work` runs, and what `work` gives.
pub fn count<T>(work: impl FnOnce() -> T) -> (u64, T) {
    let before = COUNT.with(Cell::get);
    let result = work();
    (COUNT.with(Cell::get) - before, result)
}
