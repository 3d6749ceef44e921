import { sendFeedback } from '@nascente/contract/people/feedback';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { FeedbackService } from './feedback.service.ts';

export const bindFeedback = (app: CallBinder, service: FeedbackService): void => {
  bindCall(app, sendFeedback, async ({ caller, body }) => ({
    ok: true,
    message: await service.send(caller, body),
  }));
};
