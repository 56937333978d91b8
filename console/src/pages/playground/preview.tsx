import type { ContentAnswer, Metadata } from '@tintype/contracts';
import { useEffect, useState } from 'preact/hooks';
import { CopyButton } from '../../components/copy-button.js';
import { Icon } from '../../components/icon.js';
import { Loading } from '../../components/states.js';
import { Tabs } from '../../components/tabs.js';
import type { RenderAnswer } from './render.js';

/** A `blob:` URL of the bytes, valid until they change. */
const useBlobUrl = (blob: Blob): string => {
  const [url, setUrl] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
};

const useJson = <T,>(blob: Blob): T | undefined => {
  const [value, setValue] = useState<T>();
  useEffect(() => {
    setValue(undefined);
    void blob.text().then((text) => setValue(JSON.parse(text)));
  }, [blob]);
  return value;
};

const parts = [
  { id: 'markdown', title: 'Markdown' },
  { id: 'textContent', title: 'Text' },
  { id: 'html', title: 'HTML' },
] as const;

const Content = ({ blob }: { blob: Blob }) => {
  const content = useJson<ContentAnswer>(blob);
  const [part, setPart] = useState<(typeof parts)[number]['id']>('markdown');
  if (!content) return <Loading />;
  return (
    <Tabs label="Form of the content" tabs={parts} selected={part} onSelect={setPart}>
      <div class="code">
        <CopyButton text={content[part]} what="content" withText />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard has to scroll it */}
        <pre tabIndex={0}>{content[part]}</pre>
      </div>
    </Tabs>
  );
};

const MetadataTable = ({ blob }: { blob: Blob }) => {
  const answer = useJson<{ metadata: Metadata }>(blob);
  if (!answer) return <Loading />;
  return (
    <dl class="facts">
      {Object.entries(answer.metadata).map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>
            {value === null ? <span class="muted">–</span> : null}
            {value && /^https?:/.test(value) ? (
              <a href={value} target="_blank" rel="noreferrer">
                {value}
              </a>
            ) : (
              value
            )}
          </dd>
        </>
      ))}
    </dl>
  );
};

/** As wide as the frame, without the thumbnails. Chromium's viewer reads these parameters of a PDF's address. */
const viewerLook = '#navpanes=0&view=FitH';

const Pdf = ({ url }: { url: string }) =>
  navigator.pdfViewerEnabled ? (
    <iframe class="pdf" src={url + viewerLook} title="The PDF" />
  ) : (
    <p class="muted">This browser does not show PDFs. Open or download the file.</p>
  );

const ResultFile = ({ answer, url }: { answer: RenderAnswer; url: string }) => {
  if (answer.contentType.startsWith('video/')) return <video class="picture" src={url} controls autoplay loop muted />;
  if (answer.contentType === 'application/pdf') return <Pdf url={url} />;
  return <img class="picture" src={url} alt={`The result: ${answer.fileName}`} />;
};

/** The stored file has its own name and policy; a blob has a number for a name, and the policy of this page. */
const filePath = (fileUrl: string) => new URL(fileUrl).pathname;

/** The result as people see it: a picture, a film, a document, a text or fields. */
export const Preview = ({ answer }: { answer: RenderAnswer }) => {
  const url = useBlobUrl(answer.blob);
  if (answer.endpoint === 'content') return <Content blob={answer.blob} />;
  if (answer.endpoint === 'metadata') return <MetadataTable blob={answer.blob} />;
  if (!url) return <Loading />;
  return (
    <div class="stack">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard has to scroll it */}
      <section class="picture-frame" tabIndex={0} aria-label="Preview">
        <ResultFile answer={answer} url={url} />
      </section>
      <div class="row">
        {answer.fileUrl && (
          <a class="button small" href={filePath(answer.fileUrl)} target="_blank" rel="noreferrer">
            <Icon name="external" />
            Open
          </a>
        )}
        <a class="button small" href={url} download={answer.fileName}>
          <Icon name="download" />
          Download
        </a>
      </div>
    </div>
  );
};
