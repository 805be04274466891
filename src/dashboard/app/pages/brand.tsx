import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { BrandView } from '../../views.ts';
import { get, Problem, send } from '../model/api.ts';
import { count } from '../model/format.ts';
import { useLoad } from '../model/load.ts';
import { useMay } from '../model/roles.ts';
import { announce } from '../parts/announcer.tsx';
import { Field, Form, textOf } from '../parts/form.tsx';
import { WithData } from '../parts/loading.tsx';
import { OnlyFor } from '../parts/only-for.tsx';
import { Page } from '../parts/page.tsx';

const USUAL_COLOR = '#1a5bbf';
const LOGO_BYTES_MAX = 200_000;

type Change = Readonly<Record<string, unknown>>;

/** What shared and printed reports look like, and how long reports are kept. */
export function Brand(): VNode {
  const brand = useLoad('brand', (signal) => get<BrandView>('/brand', {}, signal));
  const save = async (change: Change, text: string): Promise<void> => {
    const saved = await send<BrandView>('PATCH', '/brand', change);
    brand.replace(() => saved);
    announce(text);
  };
  const mayChange = useMay('owner');
  return (
    <Page title="Brand and retention">
      <p class="lead">Shared and printed reports carry your logo and colour, and no name of Seamark’s users.</p>
      {mayChange ? null : (
        <p>
          <OnlyFor role="owner" what="change the brand and retention of reports">
            {null}
          </OnlyFor>
        </p>
      )}
      <WithData of={brand}>
        {(data) => (
          <>
            <Sample look={data} />
            {mayChange ? (
              <>
                <LogoForm look={data} onSave={save} />
                <ColorForm look={data} onSave={save} key={data.color} />
                <KeepForm look={data} onSave={save} />
              </>
            ) : null}
          </>
        )}
      </WithData>
    </Page>
  );
}

interface PartProps {
  readonly look: BrandView;
  readonly onSave: (change: Change, text: string) => Promise<void>;
}

/** The head of a report, in the colour that the reader's theme gets. */
function Sample({ look: { logo, accent } }: Pick<PartProps, 'look'>): VNode {
  const paint = (element: HTMLElement | null): void => {
    if (accent === null || element === null) return;
    element.style.setProperty('--accent', `light-dark(${accent.light}, ${accent.dark})`);
    element.style.setProperty('--on-accent', `light-dark(${accent.on_light}, ${accent.on_dark})`);
  };
  return (
    <figure class="panel look-sample" ref={paint}>
      <figcaption class="unseen">How a shared report begins</figcaption>
      {logo === null ? (
        <span class="look-none">No logo yet</span>
      ) : (
        <img class="look-logo" src={logo} alt="Your logo" />
      )}
      <p class="look-title">Backlinks of example.com</p>
      <p>
        <strong>1,284 backlinks from 96 domains</strong>; 3 links to 2 dead pages.{' '}
        <span class="look-link">See all</span>
      </p>
      <span class="look-button">Print or PDF</span>
    </figure>
  );
}

function LogoForm({ look, onSave }: PartProps): VNode {
  const [round, setRound] = useState(0);
  const save = async (values: FormData): Promise<void> => {
    const file = values.get('logo');
    if (!(file instanceof File) || file.size === 0) {
      throw new Problem('No file was chosen.', { fields: [{ path: 'logo', message: 'is missing' }] });
    }
    if (file.size > LOGO_BYTES_MAX) {
      const fields = [{ path: 'logo', message: `must be at most ${LOGO_BYTES_MAX / 1000} kB` }];
      throw new Problem('The file is too large.', { fields });
    }
    await onSave({ logo: await base64Of(file) }, 'Logo saved.');
    setRound(round + 1);
  };
  return (
    <section class="setting">
      <h2>Logo</h2>
      <Form key={round} action="Save logo" onSubmit={save}>
        <Field name="logo" label="Picture" hint="PNG, JPEG or WebP, at most 200 kB. It is shown 40 pixels high.">
          {(control) => <input {...control} type="file" accept="image/png,image/jpeg,image/webp" />}
        </Field>
      </Form>
      {look.logo === null ? null : (
        <button type="button" class="link" onClick={() => void onSave({ logo: null }, 'Logo removed.')}>
          Remove the logo
        </button>
      )}
    </section>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
}

function ColorForm({ look, onSave }: PartProps): VNode {
  const save = (values: FormData): Promise<void> => onSave({ accent: textOf(values, 'accent') }, 'Colour saved.');
  return (
    <section class="setting">
      <h2>Accent colour</h2>
      <Form action="Save colour" onSubmit={save}>
        <Field
          name="accent"
          label="Colour"
          hint="Links, buttons and the first line of charts. It has to be readable on white; on dark screens it is lightened."
        >
          {(control) => <input {...control} type="color" defaultValue={look.color ?? USUAL_COLOR} />}
        </Field>
      </Form>
      {look.color === null ? null : (
        <button type="button" class="link" onClick={() => void onSave({ accent: null }, 'Colour removed.')}>
          Use Seamark’s colour
        </button>
      )}
    </section>
  );
}

function KeepForm({ look: { keep_days, keep_days_usual }, onSave }: PartProps): VNode {
  const save = (values: FormData): Promise<void> => {
    const text = textOf(values, 'keep_days');
    return onSave({ keep_days: text === '' ? null : Number(text) }, 'Retention saved.');
  };
  return (
    <section class="setting">
      <h2>Retention</h2>
      <Form action="Save retention" onSubmit={save}>
        <Field
          name="keep_days"
          label="Days that reports are kept"
          hint={`Leave empty for ${count(keep_days_usual, 'day')}, as the service is set. A report stays at least as long as a link to it works.`}
        >
          {(control) => <input {...control} type="number" min={1} max={3650} defaultValue={keep_days ?? ''} />}
        </Field>
      </Form>
    </section>
  );
}
