/** What is not told is forgotten: a page may open as many dialogs as it likes. */
const mostNotes = 20;
const mostLength = 500;

/**
 * What happened that nobody asked for, in a sentence each: the answer of the next action has it, so that whoever acts
 * learns why a page is not as they thought.
 */
export class Journal {
  /** With how often each was noted. */
  #notes = new Map<string, number>();
  #left = 0;

  note(sentence: string): void {
    const text = sentence.slice(0, mostLength);
    const times = this.#notes.get(text) ?? 0;
    if (times > 0 || this.#notes.size < mostNotes) this.#notes.set(text, times + 1);
    else this.#left += 1;
  }

  /** What was noted since the last time. */
  take(): string[] {
    const more = this.#left > 0 ? [`And ${this.#left} more.`] : [];
    const notes = [...this.#notes].map(([note, times]) => (times === 1 ? note : `${note} (${times} times)`));
    this.#notes = new Map();
    this.#left = 0;
    return [...notes, ...more];
  }
}
