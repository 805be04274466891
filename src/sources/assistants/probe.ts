import { z } from 'zod';

import type { SourceContext } from '../../ports/define-source.ts';
import { endpoint } from '../result-pages/urls.ts';

const Model = z.object({ id: z.string() }).or(z.object({ name: z.string() }).transform(({ name }) => ({ id: name })));

interface ModelList {
  readonly url: string;
  /** Below it, each model has its address. */
  readonly path: string;
  readonly model: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Looks the model up, which costs nothing and proves key and model. @throws SourceFailure */
export async function probeModel(
  { http, signal }: Pick<SourceContext, 'http' | 'signal'>,
  { url, path, model, headers }: ModelList,
): Promise<string> {
  const { body } = await http.json({ url: endpoint(url, `${path}/${encodeURIComponent(model)}`), headers, signal });
  const known = Model.safeParse(body).data?.id ?? model;
  return `The key works, and the model ${known} is available.`;
}
