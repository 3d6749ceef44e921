import { Button, TextInput } from '@mantine/core';
import { STEP_WORDS } from '@nascente/contract/sites/establishment-steps';
import { isSameEquipmentName } from '@nascente/domain/sites/registry/equipment-name';
import { useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import type { TypedEstablishment } from '../typed/typed-establishment.ts';
import styles from './custom-equipment.module.css';
import { EquipmentRow } from './equipment-row.tsx';
import fields from './wizard-fields.module.css';

const MAX_NAME = 60;

/** What is wrong with a name among the others, or null. */
const refusalOfName = (name: string, others: readonly { name: string }[]): string | null => {
  if (name.trim() === '') return STEP_WORDS.equipmentName;
  return others.some((other) => isSameEquipmentName(other.name, name)) ? STEP_WORDS.equipmentTwice : null;
};

/** Equipment of one's own naming: added, renamed, taken away. */
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
          maxLength={MAX_NAME}
          value={typed.value}
          error={refusal}
          onChange={({ currentTarget }) => {
            setRefusal(null);
            typed.onChange(currentTarget.value);
          }}
          onKeyDown={(event) => {
            // Enter adds; with nothing typed it goes on, as in every other field.
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
