import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useFieldArray } from 'react-hook-form';
import { TermFieldset } from '../../../shared/glossary/term-fieldset.tsx';
import { halfHours } from './clock-text.ts';
import styles from './tariff-form.module.css';
import type { TariffForm } from './use-tariff-form.ts';

const MAX_INTERMEDIATE = 4;

/** Peak and intermediate hours by half hours, which differ by distributor. */
export const WindowFields = ({ form, hasIntermediate }: { form: TariffForm; hasIntermediate: boolean }) => {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'intermediate' });
  return (
    <TermFieldset
      className={styles.group}
      legend="Horários nos dias úteis"
      terms={['ponta', 'intermediario']}
    >
      <div className={styles.columns}>
        <NativeSelect {...form.field('peak.start')} label="Início da ponta" data={halfHours} />
        <NativeSelect {...form.field('peak.end')} label="Fim da ponta" data={halfHours} />
      </div>
      {hasIntermediate && (
        <>
          {fields.map((one, index) => (
            <div key={one.id} className={styles.columns}>
              <NativeSelect
                {...form.field(`intermediate.${index}.start`, `Início do intermediário ${index + 1}`)}
                data={halfHours}
              />
              <NativeSelect
                {...form.field(`intermediate.${index}.end`, `Fim do intermediário ${index + 1}`)}
                data={halfHours}
              />
              <Button variant="default" className={styles.remove ?? ''} onClick={() => remove(index)}>
                Remover
              </Button>
            </div>
          ))}
          {fields.length < MAX_INTERMEDIATE && (
            <Button variant="default" onClick={() => append({ start: '1260', end: '1320' })}>
              Acrescentar horário intermediário
            </Button>
          )}
        </>
      )}
      <Checkbox
        {...form.register('areHolidaysOffPeak')}
        label="Feriados nacionais são fora ponta"
        description="Como nas modalidades da ANEEL. Desmarque se a distribuidora cobra ponta em feriados."
      />
    </TermFieldset>
  );
};
