import {
  ASSISTANT_ACCESS,
  type AssistantQuery,
  type ConnectedAssistant,
  type ConnectedAssistantsQuery,
} from '../../ports/assistants.ts';
import type { ConnectedSource } from '../../ports/define-source.ts';
import type { Store } from '../../ports/store.ts';

/** Which assistants the connected sources would ask, told without asking any: what each offers says it itself. */
export function listAssistants(
  sources: readonly ConnectedSource[],
): Store<ConnectedAssistantsQuery, readonly ConnectedAssistant[]> {
  return {
    recall: ({ location, language }) => {
      const value = sources.flatMap((source) => waysOf(source, { location, language }));
      return Promise.resolve({ value, sources: [] });
    },
    observe: () => [],
  };
}

function waysOf(source: ConnectedSource, market: ConnectedAssistantsQuery): ConnectedAssistant[] {
  const offer = source.offer('assistants', 'ask');
  if (offer === undefined) return [];
  return (source.sees.assistants ?? []).flatMap((assistant) =>
    ASSISTANT_ACCESS.flatMap((access): ConnectedAssistant[] => {
      const query: AssistantQuery = { ...market, prompt: '', assistant, access, run: 1, sampling: '' };
      const lacks = offer.lacks(query);
      return lacks === undefined ? [] : [{ assistant, access, source: source.name, lacks }];
    }),
  );
}
