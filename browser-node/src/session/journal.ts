/** What is not told is forgotten: a page may open as many dialogs as it likes. */
const mostNotes = 20;
const mostLength = 500;

/**
 * What happened that nobody asked for, in a sentence each: the answer of the next action has it, so that whoever acts
 * learns why a page is not as they thought.
 */
export class Journal {
  #notes: string[] = [];
  #left = 0;

  note(sentence: string): void {
    if (this.#notes.length < mostNotes) this.#notes.push(sentence.slice(0, mostLength));
    else this.#left += 1;
  }

  /** What was noted since the last time. */
  take(): string[] {
    const more = this.#left > 0 ? [`And ${this.#left} more.`] : [];
    const notes = [...this.#notes, ...more];
    this.#notes = [];
    this.#left = 0;
    return notes;
  }
}
