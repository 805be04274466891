import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

import type { MeView } from '../../views.ts';

export interface Session {
  readonly me: MeView;
  readonly logOut: () => void;
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('Only pages behind the login ask for the session.');
  return session;
}
