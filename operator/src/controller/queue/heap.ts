/** A binary heap that can remove any item: push, pop and remove cost O(log n). */
export class Heap<T> {
  readonly #items: T[] = [];
  /** The index of each item. */
  readonly #places = new Map<T, number>();
  readonly #precedes: (one: T, other: T) => boolean;

  constructor(precedes: (one: T, other: T) => boolean) {
    this.#precedes = precedes;
  }

  get size(): number {
    return this.#items.length;
  }

  peek(): T | undefined {
    return this.#items[0];
  }

  /** Does nothing if the heap already has the item. */
  push(item: T): void {
    if (!this.#places.has(item)) this.#rise(item, this.#items.length);
  }

  pop(): T | undefined {
    const first = this.#items[0];
    if (first !== undefined) this.remove(first);
    return first;
  }

  /** Does nothing if the heap lacks the item. The fields that `precedes` compares must be as they were at `push`. */
  remove(item: T): void {
    const place = this.#places.get(item);
    if (place === undefined) return;
    this.#places.delete(item);
    const last = this.#items.pop();
    if (last === undefined || last === item) return;
    this.#sink(last, place);
    if (this.#places.get(last) === place) this.#rise(last, place);
  }

  #put(item: T, place: number): void {
    this.#items[place] = item;
    this.#places.set(item, place);
  }

  #rise(item: T, from: number): void {
    let place = from;
    while (place > 0) {
      const parentPlace = (place - 1) >> 1;
      const parent = this.#items[parentPlace];
      if (parent === undefined || !this.#precedes(item, parent)) break;
      this.#put(parent, place);
      place = parentPlace;
    }
    this.#put(item, place);
  }

  #sink(item: T, from: number): void {
    let place = from;
    for (;;) {
      const left = 2 * place + 1;
      const childPlace = this.#firstPlace(left, left + 1);
      const child = this.#items[childPlace];
      if (child === undefined || !this.#precedes(child, item)) break;
      this.#put(child, place);
      place = childPlace;
    }
    this.#put(item, place);
  }

  /** The place of the item that precedes the other one. */
  #firstPlace(left: number, right: number): number {
    const one = this.#items[left];
    const other = this.#items[right];
    return one !== undefined && other !== undefined && this.#precedes(other, one) ? right : left;
  }
}
