import { emailAddress } from '@nascente/contract/email-address';
import { z } from 'zod/mini';

export const recoveryRequest = z.object({ email: emailAddress });
