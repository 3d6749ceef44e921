import type { ClientUser } from '@nascente/contract/sites/client-users';
import { useState } from 'react';

/** Whom the form is about. It turns to another person only when nothing typed is lost, or the user agrees to lose it. */
export const useEditing = () => {
  const [editing, setEditing] = useState<ClientUser | null>(null);
  const [version, setVersion] = useState(0);
  const [isDirty, setDirty] = useState(false);
  const [wanted, setWanted] = useState<ClientUser | null>(null);
  const take = (client: ClientUser | null) => {
    setEditing(client);
    setDirty(false);
    setVersion((current) => current + 1);
    setWanted(null);
  };
  return {
    editing,
    /** Another number, another form. */
    version,
    setDirty,
    edit: (client: ClientUser) => (isDirty ? setWanted(client) : take(client)),
    startAnew: () => take(null),
    question: wanted && { discard: () => take(wanted), keep: () => setWanted(null) },
  };
};
