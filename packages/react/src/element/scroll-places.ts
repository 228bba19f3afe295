/** Where the lists of a shadow tree stand: a browser forgets it when it moves the element. */
export class ScrollPlaces {
  readonly #places = new Map<Element, number>();
  readonly #ending = new AbortController();

  constructor(shadow: ShadowRoot) {
    const { signal } = this.#ending;
    const note = ({ target }: Event) => {
      if (target instanceof Element) this.#places.set(target, target.scrollTop);
    };
    // (They do not bubble.)
    shadow.addEventListener('scroll', note, { capture: true, passive: true, signal });
  }

  restore(): void {
    for (const [element, place] of this.#places)
      if (element.isConnected) element.scrollTop = place;
      else this.#places.delete(element);
  }

  end(): void {
    this.#ending.abort();
  }
}
