import { z } from 'zod';

import { connectDevTools } from './connection.ts';
import { findDevTools } from './endpoint.ts';

const Version = z.object({ product: z.string() });

/** Name and version of the browser behind a setting, such as `Chrome/142.0.7444.59`. @throws AppError source_failed */
export async function readBrowserVersion(setting: string, signal: AbortSignal): Promise<string> {
  const devtools = await connectDevTools(await findDevTools(setting, signal), () => undefined, signal);
  try {
    return Version.parse(await Promise.race([devtools.send('Browser.getVersion'), devtools.lost])).product;
  } finally {
    await devtools.close();
  }
}
