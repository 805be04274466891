import type { VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

import type { BrandView } from '../../views.ts';
import { get } from '../model/api.ts';
import { useLoad } from '../model/load.ts';

/** The logo of the workspace and its colour, on paper alone. */
export function PrintHead(): VNode | null {
  const { data } = useLoad('brand', (signal) => get<BrandView>('/brand', {}, signal));
  const accent = data?.accent?.light;
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    if (accent !== undefined) style.setProperty('--print-accent', accent);
    return () => style.removeProperty('--print-accent');
  }, [accent]);
  if (data?.logo == null) return null;
  return <img class="look-logo on-paper" src={data.logo} alt="" />;
}
