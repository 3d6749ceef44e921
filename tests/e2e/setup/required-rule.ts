import { expect, type Page } from '@playwright/test';

/** Of the forms on screen, whatever says that some fields may be left empty says once what that means for the others. */
export async function expectRequiredRule(page: Page): Promise<void> {
  const forms = page.locator('form').filter({ hasText: 'opcional)' });
  for (const form of await forms.all()) {
    await expect(form.getByText('Os campos sem a palavra “opcional” são obrigatórios.')).toHaveCount(1);
  }
}
