import { type Chat, type ConnectOptions, connect } from '@palaver/client';
import { type DependencyList, useEffect, useState } from 'react';

/**
 * A connection to Palaver, which ends when the component is removed. It begins in the browser: on a server, and at first, it is undefined.
 * `dependencies`: when one of them changes, for instance the id of the user, another connection replaces it.
 */
export function useConnect(options: ConnectOptions, dependencies: DependencyList = []): Chat | undefined {
  const [client, setClient] = useState<Chat>();
  const { url } = options;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller says what makes it another connection
  useEffect(() => {
    const connected = connect(options);
    setClient(connected);
    return () => {
      setClient(undefined);
      connected.close();
    };
  }, [url, ...dependencies]);
  return client;
}
