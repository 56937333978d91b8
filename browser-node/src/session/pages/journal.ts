/** Further notes are only counted. */
const maxNotes = 20;
const maxLength = 500;

/** Unexpected events. The next action's answer returns them, so that the client learns why the page changed. */
export class Journal {
  #notes = new Map<string, number>();
  #dropped = 0;

  note(sentence: string): void {
    const text = sentence.slice(0, maxLength);
    const times = this.#notes.get(text) ?? 0;
    if (times > 0 || this.#notes.size < maxNotes) this.#notes.set(text, times + 1);
    else this.#dropped += 1;
  }

  take(): string[] {
    const more = this.#dropped > 0 ? [`And ${this.#dropped} more.`] : [];
    const notes = [...this.#notes].map(([note, times]) => (times === 1 ? note : `${note} (${times} times)`));
    this.#notes = new Map();
    this.#dropped = 0;
    return [...notes, ...more];
  }
}
