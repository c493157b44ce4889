/**
 * A value that stays as it was while something is being shown: nobody is to read the outcome of a throw before it has been
 * seen. A board says only after a change that it shows something, so a change counts when nothing held it back at once.
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
