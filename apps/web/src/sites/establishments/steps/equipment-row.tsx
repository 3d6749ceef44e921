import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import { IconButton } from '../../../shared/ui/marks/icon-button.tsx';
import styles from './custom-equipment.module.css';

interface EquipmentRowProps {
  name: string;
  /** What is wrong with another name, or null. */
  refusalOf: (name: string) => string | null;
  onRename: (name: string) => void;
  onRemove: () => void;
}

const Renaming = ({
  name,
  refusalOf,
  onRename,
  onClose,
}: Omit<EquipmentRowProps, 'onRemove'> & { onClose: () => void }) => {
  const [typed, setTyped] = useState(name);
  const [refusal, setRefusal] = useState<string | null>(null);
  const rename = () => {
    const refused = refusalOf(typed);
    setRefusal(refused);
    if (refused !== null) return;
    onRename(typed.trim());
    onClose();
  };
  return (
    <li className={styles.renaming}>
      <TextInput
        className={styles.name ?? ''}
        aria-label={`Novo nome de ${name}`}
        autoComplete="off"
        maxLength={60}
        value={typed}
        error={refusal}
        ref={(element) => {
          element?.focus();
        }}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
          if (event.key !== 'Enter') return;
          event.preventDefault();
          rename();
        }}
      />
      <Button variant="default" onClick={onClose}>
        Cancelar
      </Button>
      <Button variant="light" onClick={rename}>
        Renomear
      </Button>
    </li>
  );
};

export const EquipmentRow = ({ name, refusalOf, onRename, onRemove }: EquipmentRowProps) => {
  const [isRenaming, setRenaming] = useState(false);
  if (isRenaming) {
    return (
      <Renaming name={name} refusalOf={refusalOf} onRename={onRename} onClose={() => setRenaming(false)} />
    );
  }
  return (
    <li>
      <Icon name="bolt" />
      <span>{name}</span>
      <IconButton icon="edit" label={`Renomear ${name}`} onClick={() => setRenaming(true)} />
      <IconButton icon="trash" label={`Remover ${name}`} onClick={onRemove} />
    </li>
  );
};
