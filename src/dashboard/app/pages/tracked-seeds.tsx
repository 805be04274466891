import type { VNode } from 'preact';

import type { TargetListView } from '../../views.ts';
import { get } from '../model/api.ts';
import { count } from '../model/format.ts';
import { useLoad } from '../model/load.ts';
import { hostOf, type Subject } from '../model/subject.ts';
import type { Given } from '../model/questions.ts';

const CHIPS_MAX = 8;
const KEYWORDS_MAX = 100;

interface TrackedSeedsProps {
  readonly subject: Subject;
  readonly field: 'keyword' | 'keywords';
  readonly onChoose: (given: Given) => void;
}

/** Keywords that the site tracks fill in the form, so that nobody has to think of one first. */
export function TrackedSeeds({ subject, field, onChoose }: TrackedSeedsProps): VNode | null {
  const host = hostOf(subject);
  const { data } = useLoad(host, (signal) =>
    get<TargetListView>('/rank/targets', { text: host, state: 'active', limit: KEYWORDS_MAX }, signal),
  );
  const own = (data?.targets ?? []).filter(({ url }) => url.includes(host));
  const keywords = [...new Set(own.map(({ keyword }) => keyword))];
  if (keywords.length === 0) return null;
  return (
    <p class="seeds">
      <span class="muted">From the keywords you track:</span>
      {field === 'keywords' ? (
        <button type="button" class="chip" onClick={() => onChoose({ keywords: keywords.join('\n') })}>
          Use {count(keywords.length, 'keyword')}
        </button>
      ) : (
        keywords.slice(0, CHIPS_MAX).map((keyword) => (
          <button key={keyword} type="button" class="chip" onClick={() => onChoose({ keyword })}>
            {keyword}
          </button>
        ))
      )}
    </p>
  );
}
