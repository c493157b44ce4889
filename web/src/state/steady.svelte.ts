/**
 * A value that is held back while something is being shown: nobody should read the outcome of a
 * throw before it has been seen. A board reports only after a change that it is showing something,
 * so a change takes effect if nothing holds it back at once.
 */
export class Steady<T> {
  #value: T;

  constructor(source: () => T, held: () => boolean) {
    this.#value = $state.raw(source());
    $effect(() => {
      const next = source();
      if (held()) return;
      const timer = setTimeout(() => (this.#value = next));
      return () => clearTimeout(timer);
    });
  }

  get value(): T {
    return this.#value;
  }
}
