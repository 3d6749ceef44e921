import { emailAddress } from '@nascente/contract/base/email-address';
import { z } from 'zod/mini';

export const recoveryRequest = z.object({ email: emailAddress });
