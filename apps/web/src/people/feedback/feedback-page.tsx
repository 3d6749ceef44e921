import { Card } from '../../shared/ui/marks/card.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { FeedbackForm } from './feedback-form.tsx';

export const FeedbackPage = () => (
  <Page title="Feedback">
    <Card span={7}>
      <FeedbackForm />
    </Card>
  </Page>
);
