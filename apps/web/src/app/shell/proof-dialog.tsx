import { zodResolver } from '@hookform/resolvers/zod';
import { Button } from '@mantine/core';
import type { BodyInput } from '@nascente/contract/base/call';
import { typedPassword } from '@nascente/contract/base/person-fields';
import { proveAgain } from '@nascente/contract/people/credentials';
import { beginSingleSignOn } from '@nascente/contract/people/single-sign-on';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { request } from '../../shared/api/api-client.ts';
import type { ApiFailure } from '../../shared/api/api-failure.ts';
import { leaveForProvider } from '../../shared/api/provider-answer.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { OwnPasswordField } from '../../shared/forms/own-password-field.tsx';
import { useSending } from '../../shared/forms/use-sending.ts';
import { signWithKey } from '../../shared/session-state/passkeys.ts';
import { passkeysWorkHere } from '../../shared/session-state/passkeys-here.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';

const TITLE = 'Confirme que é você';
const WHY = 'Já faz mais de 10 minutos que você entrou, e isto muda quem tem acesso a dados.';

interface ProofDialogProps {
  ways: ApiFailure['ways'];
  /** Called when settled; a proof repeats the refused call. */
  onSettled: (isProved: boolean) => void;
}

/** A single-sign-on account has no password: it proves itself at the identity provider and returns to this address. */
const AtProvider = ({ onSettled }: ProofDialogProps) => {
  const signInAgain = async () => {
    const { url } = await request(beginSingleSignOn, {});
    leaveForProvider(url, `${window.location.pathname}${window.location.search}`);
  };
  return (
    <ConfirmDialog
      title={TITLE}
      confirm="Entrar de novo"
      onConfirm={signInAgain}
      onCancel={() => onSettled(false)}
    >
      <p>{WHY} Entre de novo com a conta da empresa e repita o que estava fazendo.</p>
    </ConfirmDialog>
  );
};

const passwordForm = z.object({ password: typedPassword });

const Here = ({ ways, onSettled }: ProofDialogProps) => {
  const { email } = useUser();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(passwordForm),
    defaultValues: { password: '' },
  });
  const { start, isSending, failure } = useSending(
    async (prove: () => Promise<BodyInput<typeof proveAgain>>) => {
      await request(proveAgain, { body: await prove() });
      onSettled(true);
    },
  );
  return (
    <FormDialog
      title={TITLE}
      action="Continuar"
      isSending={isSending}
      onSubmit={handleSubmit((typed) => start(async () => typed))}
      onClose={() => onSettled(false)}
      failure={failure}
      above={<p>{WHY}</p>}
    >
      <OwnPasswordField {...register('password')} error={formState.errors.password?.message} />
      {ways.includes('passkey') && passkeysWorkHere(window.location.origin) && (
        <Button
          variant="subtle"
          disabled={isSending}
          onClick={() => void start(async () => ({ passkey: await signWithKey(email) }))}
        >
          Usar chave de acesso
        </Button>
      )}
    </FormDialog>
  );
};

export const ProofDialog = (props: ProofDialogProps) =>
  props.ways.includes('provider') ? <AtProvider {...props} /> : <Here {...props} />;
