import { Button, TextInput } from '@mantine/core';
import { STEP_TEXTS } from '@nascente/contract/sites/establishment-steps';
import { isSameEquipmentName } from '@nascente/domain/sites/registry/equipment-name';
import { useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import { IconButton } from '../../../shared/ui/marks/icon-button.tsx';
import type { TypedEstablishment } from '../typed/typed-establishment.ts';
import styles from './custom-equipment.module.css';
import fields from './wizard-fields.module.css';

interface EquipmentRowProps {
  name: string;
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

const EquipmentRow = ({ name, refusalOf, onRename, onRemove }: EquipmentRowProps) => {
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

const refusalOfName = (name: string, others: readonly { name: string }[]): string | null => {
  if (name.trim() === '') return STEP_TEXTS.equipmentName;
  return others.some((other) => isSameEquipmentName(other.name, name)) ? STEP_TEXTS.equipmentTwice : null;
};

export const CustomEquipment = () => {
  const input = useRef<HTMLInputElement>(null);
  const list = useController<TypedEstablishment, 'equipments'>({ name: 'equipments' }).field;
  const typed = useController<TypedEstablishment, 'newEquipment'>({ name: 'newEquipment' }).field;
  const [refusal, setRefusal] = useState<string | null>(null);
  const add = () => {
    const refused = refusalOfName(typed.value, list.value);
    setRefusal(refused);
    input.current?.focus();
    if (refused !== null) return;
    list.onChange([...list.value, { name: typed.value.trim() }]);
    typed.onChange('');
  };
  const othersOf = (index: number) => list.value.filter((_, other) => other !== index);
  return (
    <fieldset className={fields.group} data-tour="wizard-equipment">
      <legend>Outros equipamentos</legend>
      {list.value.length > 0 && (
        <ul className={styles.list} aria-label="Outros equipamentos">
          {list.value.map(({ name }, index) => (
            <EquipmentRow
              key={name}
              name={name}
              refusalOf={(next) => refusalOfName(next, othersOf(index))}
              onRename={(next) => list.onChange(list.value.with(index, { name: next }))}
              onRemove={() => {
                list.onChange(othersOf(index));
                input.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      <div className={styles.add}>
        <TextInput
          className={styles.name ?? ''}
          ref={input}
          label="Nome do equipamento"
          placeholder="Por exemplo, forno"
          autoComplete="off"
          maxLength={60}
          value={typed.value}
          error={refusal}
          onChange={({ currentTarget }) => {
            setRefusal(null);
            typed.onChange(currentTarget.value);
          }}
          onKeyDown={(event) => {
            // Enter adds the name; in an empty field it submits the step, as in other fields.
            if (event.key !== 'Enter' || typed.value.trim() === '') return;
            event.preventDefault();
            add();
          }}
        />
        <Button variant="default" onClick={add}>
          Adicionar
        </Button>
      </div>
    </fieldset>
  );
};
