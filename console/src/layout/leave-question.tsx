import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { answerLeaving, type Question } from '../routing/leaving.js';

/** Asks before a person loses entries that are not saved. */
export const LeaveQuestion = () => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [question, setQuestion] = useState<Question>();
  useEffect(
    () =>
      answerLeaving((asked) => {
        setQuestion(asked);
        dialog.current?.showModal();
      }),
    [],
  );
  const leave = () => {
    dialog.current?.close();
    question?.proceed();
  };
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={id}>
      <h2 id={id}>Leave this page?</h2>
      <div class="muted">
        {question?.losses.map((loss) => (
          <p key={loss}>{loss}</p>
        ))}
      </div>
      <div class="row end">
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          Stay
        </button>
        <button type="button" class="button danger" onClick={leave}>
          Leave
        </button>
      </div>
    </dialog>
  );
};
