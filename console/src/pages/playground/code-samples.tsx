import { useEffect, useState } from 'preact/hooks';
import { CopyButton } from '../../components/copy-button.js';
import { Tabs } from '../../components/tabs.js';
import { canSign } from '../../options/query.js';
import { useSignedIn } from '../../service/use-service.js';
import { go, rust } from './code/compiled.js';
import type { Sample } from './code/sample.js';
import { javascript, php, python, ruby } from './code/scripts.js';
import { commandLine, curl, postedCurl } from './code/shell.js';
import { type Order, signedPath } from './render.js';

const languages = [
  { id: 'curl', title: 'curl' },
  { id: 'cli', title: 'CLI' },
  { id: 'javascript', title: 'JavaScript' },
  { id: 'python', title: 'Python' },
  { id: 'go', title: 'Go' },
  { id: 'rust', title: 'Rust' },
  { id: 'ruby', title: 'Ruby' },
  { id: 'php', title: 'PHP' },
] as const;

type Language = (typeof languages)[number]['id'];

const samples: Record<Language, (sample: Sample, address: string) => string> = {
  curl: (sample, address) => (address ? curl(sample, address) : postedCurl(sample, location.origin)),
  ...{ cli: commandLine, javascript, python, go, rust, ruby, php },
};

/** The signed URL with its host; empty until it is signed, or where the browser cannot sign. */
const useAddress = (order: Order): string => {
  const { service } = useSignedIn();
  const [address, setAddress] = useState('');
  useEffect(() => {
    if (!canSign()) return;
    let isCurrent = true;
    void signedPath(order, service.credentials.secret).then((path) => {
      if (isCurrent) setAddress(location.origin + path);
    });
    return () => {
      isCurrent = false;
    };
  }, [order, service]);
  return address;
};

const aboutSigned = 'The signed URL renders this page for anybody, without a secret. Its account pays.';
const environment = 'TINTYPE_URL, TINTYPE_KEY and TINTYPE_SECRET have the address, key and secret.';

interface CodeProps {
  order: Order;
  url: string;
  language: Language;
  onLanguage: (language: Language) => void;
}

const Code = ({ order, url, language, onLanguage }: CodeProps) => {
  const address = useAddress(order);
  const options = order.values.filter(([{ name }]) => name !== 'url');
  const text = samples[language]({ endpoint: order.endpoint, url, options }, address);
  return (
    <>
      <div class="card-head">
        <h2>Code</h2>
        {address && <CopyButton text={address} what="signed URL" withText label="Copy signed URL" />}
      </div>
      <Tabs label="Language" tabs={languages} selected={language} onSelect={onLanguage}>
        <div class="code">
          <CopyButton text={text} what="code" withText />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard has to scroll it */}
          <pre tabIndex={0}>{text}</pre>
        </div>
        <p class="muted small">{language === 'curl' && address ? aboutSigned : environment}</p>
      </Tabs>
    </>
  );
};

interface CodeSamplesProps {
  order: Order;
  url: string;
  /** The service refused this order, or a field of it cannot be read. */
  isRefused: boolean;
}

/** The same render as code. */
export const CodeSamples = ({ order, url, isRefused }: CodeSamplesProps) => {
  const [language, setLanguage] = useState<Language>('curl');
  return (
    <section class="card samples" aria-label="Code">
      {url && !isRefused ? (
        <Code order={order} url={url} language={language} onLanguage={setLanguage} />
      ) : (
        <>
          <h2>Code</h2>
          <p class="muted">
            {isRefused
              ? 'The service refuses this request. Correct it: its signed URL and the code for it then appear here.'
              : 'Enter a URL: its signed URL and the code for it appear here.'}
          </p>
        </>
      )}
    </section>
  );
};
