import { Checkbox, NativeSelect } from '@mantine/core';
import { ICMS_TREATMENTS, TAXED_LINES, type TaxedLine } from '@nascente/domain/sites/tariffs/line-taxes';
import { useWatch } from 'react-hook-form';
import { icmsTreatmentNames, taxedLineNames } from '../contract-words.ts';
import { hasDemand } from '../draft/contract-draft.ts';
import { readLineTaxes } from '../draft/line-tax-draft.ts';
import type { ContractForm } from '../draft/use-contract-form.ts';
import classes from './contract-form.module.css';

const treatments = ICMS_TREATMENTS.map((value) => ({ value, label: icmsTreatmentNames[value] }));

const OF_DEMAND: readonly TaxedLine[] = ['demand', 'unused-demand', 'overrun', 'reactive'];

/** Which taxes each kind of line bears, folded away until it differs from the usual. */
export const LineTaxFields = ({ form }: { readonly form: ContractForm }) => {
  const [modality, lineTaxes] = useWatch({ control: form.control, name: ['modality', 'lineTaxes'] });
  const isWithDemand = hasDemand({ modality });
  const shown = TAXED_LINES.filter((line) =>
    line === 'minimum' ? !isWithDemand : isWithDemand || !OF_DEMAND.includes(line),
  );
  const others = readLineTaxes(lineTaxes).filter(({ line }) => shown.includes(line)).length;
  return (
    <details className={classes.more}>
      <summary>
        Tributos por linha
        <span className={classes.help}>
          {others === 0
            ? isWithDemand
              ? 'todas com ICMS, PIS e COFINS; demanda não utilizada sem ICMS'
              : 'todas com ICMS, PIS e COFINS'
            : others === 1
              ? 'uma linha fora do usual'
              : `${others} linhas fora do usual`}
        </span>
      </summary>
      <div className={classes.taxed}>
        {shown.map((line) => (
          <fieldset key={line} className={classes.taxedLine} aria-label={taxedLineNames[line]}>
            <NativeSelect
              {...form.field(`lineTaxes.${line}.icms`)}
              label={taxedLineNames[line]}
              aria-label={`ICMS em ${taxedLineNames[line]}`}
              data={treatments}
            />
            <Checkbox {...form.register(`lineTaxes.${line}.pisCofins`)} label="PIS e COFINS" />
          </fieldset>
        ))}
      </div>
    </details>
  );
};
