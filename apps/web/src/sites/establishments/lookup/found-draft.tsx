import { Button } from '@mantine/core';
import { useState } from 'react';
import { Notice } from '../../../shared/ui/notice.tsx';

/** Says that an earlier visit goes on, and offers to begin anew. */
export const FoundDraft = ({ onStartAnew }: { onStartAnew: () => void }) => {
  const [isAnswered, setAnswered] = useState(false);
  if (isAnswered) return null;
  return (
    <Notice
      tone="info"
      action={
        <Button
          variant="subtle"
          size="sm"
          onClick={() => {
            setAnswered(true);
            onStartAnew();
          }}
        >
          Começar de novo
        </Button>
      }
    >
      Continuamos de onde você parou.
    </Notice>
  );
};
