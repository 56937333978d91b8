import type { Endpoint } from '@tintype/contracts';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { AddressField } from '../../components/address-field.js';
import { Page } from '../../components/page.js';
import { Prose } from '../../components/prose.js';
import { Empty, Loading } from '../../components/states.js';
import { Tabs } from '../../components/tabs.js';
import { type FormState, faultsOf, sentenceOf } from '../../options/form-state.js';
import { OptionsForm } from '../../options/options-form.js';
import { endpointTitles, optionsOf } from '../../service/tables.js';
import { CodeSamples } from './code-samples.js';
import { Preview } from './preview.js';
import { RenderFacts } from './render-facts.js';
import { RenderFault } from './render-fault.js';
import { useForm } from './use-form.js';
import { type Rendering, useRender } from './use-render.js';

interface AddressBarProps {
  url: string;
  fault: string | undefined;
  isBusy: boolean;
  onUrl: (url: string) => void;
  onRender: () => void;
  onCancel: () => void;
}

const AddressBar = ({ url, fault, isBusy, onUrl, onRender, onCancel }: AddressBarProps) => {
  const id = useId();
  return (
    <>
      <form
        class="address-bar"
        onSubmit={(event) => {
          event.preventDefault();
          onRender();
        }}
      >
        <AddressField
          label="URL of the page"
          name="url"
          value={url}
          faultId={fault ? id : undefined}
          onAddress={onUrl}
        />
        {isBusy ? (
          <button type="button" class="button" onClick={onCancel}>
            Cancel
          </button>
        ) : (
          <button type="submit" class="button primary">
            Render
          </button>
        )}
      </form>
      {fault && (
        <p class="fault" id={id}>
          <Prose text={fault} />
        </p>
      )}
    </>
  );
};

interface ResultProps {
  rendering: Rendering;
  state: FormState;
  named: readonly string[];
  onShow: (name: string) => void;
}

const Result = ({ rendering, state, named, onShow }: ResultProps) => {
  const { answer, error, isBusy } = rendering;
  const shown = answer?.endpoint === state.endpoint ? answer : undefined;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isBusy) card.current?.scrollIntoView({ block: 'nearest' });
  }, [isBusy]);
  return (
    <section class="card result" aria-label="Result" aria-busy={isBusy} ref={card}>
      {isBusy && <Loading what="Rendering" />}
      {!isBusy && error && (
        <RenderFault error={error} sentence={sentenceOf(error, state)} named={named} onShow={onShow} />
      )}
      {!isBusy && shown && (
        <div class="stack">
          <RenderFacts answer={shown} />
          <Preview answer={shown} />
        </div>
      )}
      {!isBusy && !error && !shown && (
        <Empty icon="playground" title="The result appears here">
          <p>Enter a URL and choose Render. A new result costs one credit, a repeated one nothing.</p>
        </Empty>
      )}
    </section>
  );
};

/** With `s3Redirect`, a 302 leads to another host, which the page's policy blocks. */
const withoutField = ['s3Redirect'];

const noteOf = (endpoint: Endpoint): string | undefined =>
  optionsOf(endpoint).some(({ name }) => withoutField.includes(name))
    ? '`s3Redirect` has no field here: the console loads nothing from other hosts. Add it to your code.'
    : undefined;

export const PlaygroundPage = () => {
  const { state, order, faults, change, keepStep } = useForm(withoutField);
  const rendering = useRender();
  const [revealed, setRevealed] = useState<{ name: string }>();
  const refused = faultsOf(rendering.error, state);
  // A changed form is another request than the refused one.
  const isCurrent = rendering.order === order;
  const shownFaults = { ...(isCurrent ? refused : {}), ...faults };
  const start = () => {
    if (Object.keys(faults).length === 0) {
      keepStep();
      rendering.start(order);
    } else setRevealed({ name: Object.keys(faults)[0] ?? '' });
  };
  return (
    <Page title="Playground" about="Try every option, see the result, and copy the code for it.">
      <Tabs
        label="What to make of the page"
        tabs={endpointTitles}
        selected={state.endpoint}
        onSelect={(endpoint) => change({ endpoint })}
      >
        <div class="stack">
          <AddressBar
            url={state.url}
            fault={shownFaults.url}
            isBusy={rendering.isBusy}
            onUrl={(url) => change({ url })}
            onRender={start}
            onCancel={rendering.cancel}
          />
          <div class="beside options-left">
            <OptionsForm
              state={state}
              faults={shownFaults}
              revealed={revealed}
              note={noteOf(state.endpoint)}
              onTexts={(texts) => change({ texts })}
            />
            <div class="stack">
              <Result
                rendering={rendering}
                state={state}
                named={Object.keys(refused).filter((name) => name !== 'url')}
                onShow={(name) => setRevealed({ name })}
              />
              <CodeSamples
                order={order}
                url={state.url.trim()}
                isRefused={Object.keys(faults).length > 0 || (isCurrent && rendering.error?.status === 400)}
              />
            </div>
          </div>
        </div>
      </Tabs>
    </Page>
  );
};
