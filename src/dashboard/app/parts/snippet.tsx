import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { addressText, isFields, isRows, valueAt } from '../model/values.ts';
import { labelOf } from '../model/words.ts';
import type { Fields } from '../model/report.ts';
import { Copy } from './secret.tsx';

/** What result pages have room for. */
const ROOM = { desktop: { title: 580, description: 920 }, mobile: { title: 560, description: 680 } } as const;

type Device = keyof typeof ROOM;

/** The page in the search result, as it is and as it could be, cut where the search engine cuts it. */
export function Snippet({ title, answer }: { readonly title: string; readonly answer: Fields }): VNode {
  const [device, setDevice] = useState<Device>('desktop');
  const current = { title: valueAt(answer, 'current.title'), description: valueAt(answer, 'current.description') };
  const titles = valueAt(answer, 'title_options');
  const descriptions = valueAt(answer, 'description_options');
  const [option] = isRows(descriptions) ? descriptions : [];
  const suggested = (isRows(titles) ? titles : []).filter(({ text }) => text !== valueAt(current.title, 'text'));
  return (
    <section class="panel">
      <header>
        <h2>{title}</h2>
        <span class="grow" />
        {(['desktop', 'mobile'] as const).map((each) => (
          <button key={each} type="button" class="chip" aria-pressed={device === each} onClick={() => setDevice(each)}>
            {labelOf(each)}
          </button>
        ))}
      </header>
      <div class="snippets">
        <Preview name="Now" answer={answer} title={current.title} description={current.description} device={device} />
        {suggested.map((each, at) => (
          <Preview
            key={String(at)}
            name={`Option ${at + 1}`}
            answer={answer}
            title={each}
            description={option ?? current.description}
            device={device}
          />
        ))}
      </div>
    </section>
  );
}

interface PreviewProps {
  readonly name: string;
  readonly answer: Fields;
  readonly title: unknown;
  readonly description: unknown;
  readonly device: Device;
}

function Preview({ name, answer, title, description, device }: PreviewProps): VNode {
  const url = valueAt(answer, 'url');
  const brand = valueAt(answer, 'brand');
  const text = valueAt(title, 'text');
  const why = valueAt(title, 'why');
  return (
    <div class="snippet">
      <h3>
        {name}
        {typeof why === 'string' ? <small> {why}</small> : null}
      </h3>
      <div class={`serp is-${device}`}>
        <div class="serp-site">
          {typeof brand === 'string' ? brand : null}
          <small>{typeof url === 'string' ? addressText(url) : 'Your page'}</small>
        </div>
        <p class="serp-title">{shown(title, device, 'title')}</p>
        <p class="serp-text">{shown(description, device, 'description')}</p>
      </div>
      <Width name="Title" of={title} room={ROOM[device].title} device={device} />
      <Width name="Description" of={description} room={ROOM[device].description} device={device} />
      {typeof text === 'string' && name !== 'Now' && 'clipboard' in globalThis.navigator ? (
        <Copy text={() => text} what="Title" />
      ) : null}
    </div>
  );
}

/** The text up to where it is cut. */
function shown(of: unknown, device: Device, part: 'title' | 'description'): string {
  const text = valueAt(of, 'text');
  if (typeof text !== 'string' || text === '') return part === 'title' ? 'No title' : 'No description';
  const cut = valueAt(of, 'shown');
  if (device === 'desktop' && typeof cut === 'string') return cut;
  const width = widthOf(of, device);
  const room = ROOM[device][part];
  if (width === undefined || width <= room) return text;
  const end = text.lastIndexOf(' ', Math.floor((text.length * room) / width) - 2);
  return `${text.slice(0, end)} …`;
}

function widthOf(of: unknown, device: Device): number | undefined {
  const width = valueAt(of, device === 'mobile' ? 'mobile_pixel_width' : 'pixel_width');
  return typeof width === 'number' ? width : undefined;
}

interface WidthProps {
  readonly name: string;
  readonly of: unknown;
  readonly room: number;
  readonly device: Device;
}

function Width({ name, of, room, device }: WidthProps): VNode | null {
  const width = isFields(of) ? widthOf(of, device) : undefined;
  if (width === undefined) return null;
  return (
    <div class="meter">
      <span class="muted">{name}</span>
      <svg class="bar-mark" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="track" width="100" height="6" />
        <rect class={width > room ? 'fill-2' : 'fill-1'} width={Math.min(100, (width / room) * 100)} height="6" />
      </svg>
      <span>
        {width} of {room} px{width > room ? ', cut' : ''}
      </span>
    </div>
  );
}
