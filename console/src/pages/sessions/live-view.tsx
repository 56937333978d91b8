import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { Icon } from '../../components/icon.js';
import type { Live } from './use-live-view.js';

const Blocked = ({ url }: { url: string }) => (
  <p class="notice warn" role="alert">
    <strong>The browser blocked the new tab</strong>
    <a href={url} target="_blank" rel="noreferrer">
      Open the live view
    </a>
  </p>
);

interface LiveToolsProps {
  live: Live;
  /** Back to pictures, of the page as it is now. */
  onPicture: () => void;
}

/** Picture, live view or control: one of the buttons is pressed. Pressing another one moves no button. */
const Views = ({ live, onPicture }: LiveToolsProps) => {
  const { shown, isBusy, show } = live;
  const views = [
    { title: 'Picture', isOn: !shown, choose: onPicture },
    { title: 'Watch live', isOn: shown?.control === false, choose: () => void show(false) },
    { title: 'Take control', isOn: shown?.control === true, choose: () => void show(true) },
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div class="views" role="group" aria-label="View">
      {views.map(({ title, isOn, choose }) => (
        <Button
          key={title}
          class="button small"
          aria-pressed={isOn}
          isBusy={isBusy}
          onClick={() => {
            if (!isOn) choose();
          }}
        >
          {title}
        </Button>
      ))}
    </div>
  );
};

/** Buttons of the live view. A service whose `/live` no page may frame has only those that open a tab. */
export const LiveTools = ({ live, onPicture }: LiveToolsProps) => {
  const { support, isBusy, openInTab, blocked } = live;
  if (support === 'unknown') return null;
  const inTab = (title: string, control: boolean) => (
    <Button class="button small" isBusy={isBusy} onClick={() => void openInTab(control)}>
      <Icon name="external" />
      {title}
    </Button>
  );
  return (
    <>
      {support === 'frame' ? <Views live={live} onPicture={onPicture} /> : inTab('Watch in a tab', false)}
      {inTab('Control in a tab', true)}
      {blocked && <Blocked url={blocked} />}
    </>
  );
};

interface LiveFrameProps {
  url: string;
  /** The address of the session's page. */
  onUrl: (url: string) => void;
  /** Called when the connection is lost, and at each failed attempt to connect again. */
  onLost: () => void;
}

/** The live view in the place of the picture. */
export const LiveFrame = ({ url, onUrl, onLost }: LiveFrameProps) => {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => frame.current?.scrollIntoView({ block: 'nearest' }), []);
  useEffect(() => {
    const read = ({ source, origin, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow || origin !== location.origin) return;
      if (data?.type === 'tintype.live.page' && typeof data.url === 'string') onUrl(data.url);
      if (data?.type === 'tintype.live.lost') onLost();
    };
    addEventListener('message', read);
    return () => removeEventListener('message', read);
  }, [onUrl, onLost]);
  return <iframe ref={frame} class="live" src={url} title="The session, live" />;
};
