import { cited, fail, type Outcome, pass, quoted, warn } from './check.ts';
import type { Facts } from './facts.ts';
import type { Rule } from './rule.ts';

const VIEWPORT = 'https://web.dev/articles/responsive-web-design-basics#viewport';

export const MOBILE_RULES: readonly Rule[] = [
  {
    id: 'html.viewport',
    severity: 'medium',
    expected: '<meta name="viewport" content="width=device-width, initial-scale=1">',
    fix: 'Add <meta name="viewport" content="width=device-width, initial-scale=1"> to the head.',
    docs: VIEWPORT,
    needs: 'head',
    judge: judgeViewport,
  },
  {
    id: 'html.viewport-zoom',
    severity: 'low',
    expected: 'visitors may zoom',
    fix: 'Remove user-scalable=no and maximum-scale from the viewport.',
    docs: 'https://web.dev/articles/accessible-responsive-design',
    needs: 'head',
    judge: judgeZoom,
  },
];

function judgeViewport(facts: Facts): Outcome {
  const found = viewports(facts);
  const [first] = found;
  if (first === undefined) return fail('no viewport');
  const evidence = quoted(facts.page, found);
  if (/width\s*=\s*device-width/i.test(first.content) || /initial-scale\s*=/i.test(first.content))
    return pass(cited(first.content), evidence);
  return warn(`${cited(first.content)} does not follow the width of the device`, { evidence });
}

function judgeZoom(facts: Facts): Outcome {
  const locked = viewports(facts).filter((meta) =>
    /user-scalable\s*=\s*(?:no|0)(?![.\d])|maximum-scale\s*=\s*(?:0?\.\d|1(?:\.\d+)?)(?![\d.])/i.test(meta.content),
  );
  return locked.length === 0
    ? pass('zoom is not locked')
    : warn('the viewport forbids zooming', { evidence: quoted(facts.page, locked) });
}

function viewports(facts: Facts): Facts['page']['head']['metas'] {
  return facts.page.head.metas.filter((meta) => meta.name === 'viewport' && meta.content !== '');
}
