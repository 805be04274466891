import Validator from '@adobe/structured-data-validator';
import WebAutoExtractor from '@marbec/web-auto-extractor';

/** What an independent validator, modelled on Google's rich results test, calls an error in the structured data of a page. */
export async function listReferenceErrors(html: string): Promise<string[]> {
  const extracted = new WebAutoExtractor({ addLocation: true, embedSource: ['rdfa', 'microdata'] }).parse(html);
  const issues = await new Validator().validate(extracted);
  return issues
    .filter(({ severity }) => severity === 'ERROR')
    .map(({ issueMessage, path }) => `${issueMessage} ${JSON.stringify(path)}`);
}
