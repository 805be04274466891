import { setTimeout as sleep } from 'node:timers/promises';

import type {
  CallToolResult,
  CompleteResult,
  GetPromptResult,
  Prompt,
  PromptMessage,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  Tool,
} from '@modelcontextprotocol/server';

import type { Exchange, Surface } from '../../src/mcp/surface.ts';

/** What the conformance scenarios look for, beside all that the service itself offers. */
export function withFixtures(surface: Surface): Surface {
  return {
    ...surface,
    tools: [...TOOLS, ...surface.tools],
    resources: [...RESOURCES, ...surface.resources],
    resource_templates: [...TEMPLATES, ...surface.resource_templates],
    prompts: [...PROMPTS, ...surface.prompts],
    callTool: async (name, input, exchange) =>
      (await toolResult(name, input, exchange)) ?? surface.callTool(name, input, exchange),
    readResource: async (uri, exchange) => resource(uri) ?? surface.readResource(uri, exchange),
    getPrompt: (name, input) => prompt(name, input) ?? surface.getPrompt(name, input),
    complete: (params) => (params.ref.type === 'ref/prompt' ? COMPLETION : surface.complete(params)),
  };
}

/** One red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** A header without sound. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

const simple = (name: string): Tool => ({
  name,
  description: `For conformance: ${name}.`,
  inputSchema: { type: 'object' },
});

const TOOLS: readonly Tool[] = [
  ...[
    'greet',
    'test_simple_text',
    'test_image_content',
    'test_audio_content',
    'test_embedded_resource',
    'test_multiple_content_types',
    'test_error_handling',
    'test_tool_with_progress',
  ].map(simple),
  {
    name: 'json_schema_2020_12_tool',
    description: 'Tool with JSON Schema 2020-12 features',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
  },
];

async function toolResult(
  name: string,
  input: Readonly<Record<string, unknown>>,
  { progress }: Exchange,
): Promise<CallToolResult | undefined> {
  switch (name) {
    case 'greet':
      return { content: [text(`Hello, ${String(input['name'])}!`)] };
    case 'test_simple_text':
      return { content: [text('This is a simple text response for testing.')] };
    case 'test_image_content':
      return { content: [IMAGE] };
    case 'test_audio_content':
      return { content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] };
    case 'test_embedded_resource':
      return { content: [embedded('test://embedded-resource', 'This is an embedded resource content.')] };
    case 'test_multiple_content_types':
      return {
        content: [
          text('Multiple content types test:'),
          IMAGE,
          embedded('test://mixed-content-resource', '{"test":"data"}'),
        ],
      };
    case 'test_error_handling':
      return { isError: true, content: [text('This tool intentionally returns an error for testing')] };
    case 'json_schema_2020_12_tool':
      return { content: [text('ok')] };
    case 'test_tool_with_progress':
      for (const share of [0, 50, 100]) {
        await progress?.({ progress: share, total: 100, message: `${share} of 100` });
        await sleep(20);
      }
      return { content: [text('done')] };
    default:
      return undefined;
  }
}

const text = (said: string) => ({ type: 'text', text: said }) as const;
const IMAGE = { type: 'image', data: PNG, mimeType: 'image/png' } as const;
const embedded = (uri: string, said: string) =>
  ({ type: 'resource', resource: { uri, mimeType: 'text/plain', text: said } }) as const;

const RESOURCES: readonly Resource[] = [
  { uri: 'test://static-text', name: 'static-text', description: 'A text.', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'static-binary', description: 'A picture.', mimeType: 'image/png' },
];

const TEMPLATES: readonly ResourceTemplateType[] = [
  {
    uriTemplate: 'test://template/{id}/data',
    name: 'template',
    description: 'Data of an id.',
    mimeType: 'application/json',
  },
];

function resource(uri: string): ReadResourceResult | undefined {
  if (uri === 'test://static-text') {
    return { contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }] };
  }
  if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: 'image/png', blob: PNG }] };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) return undefined;
  const data = { id, templateTest: true, data: `Data for ID: ${id}` };
  return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(data) }] };
}

const PROMPTS: readonly Prompt[] = [
  { name: 'test_simple_prompt', description: 'A simple prompt.' },
  {
    name: 'test_prompt_with_arguments',
    description: 'A prompt with arguments.',
    arguments: [
      { name: 'arg1', description: 'The first.', required: true },
      { name: 'arg2', description: 'The second.', required: true },
    ],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A prompt with a resource.',
    arguments: [{ name: 'resourceUri', description: 'Its URI.', required: true }],
  },
  { name: 'test_prompt_with_image', description: 'A prompt with a picture.' },
];

function prompt(name: string, input: Readonly<Record<string, string>>): GetPromptResult | undefined {
  const messages = (...content: PromptMessage['content'][]): GetPromptResult => ({
    messages: content.map((each) => ({ role: 'user', content: each })),
  });
  switch (name) {
    case 'test_simple_prompt':
      return messages(text('This is a simple prompt for testing.'));
    case 'test_prompt_with_arguments':
      return messages(text(`Prompt with arguments: arg1='${input['arg1']}', arg2='${input['arg2']}'`));
    case 'test_prompt_with_embedded_resource':
      return messages(
        embedded(input['resourceUri'] ?? '', 'Embedded resource content for testing.'),
        text('Please process the embedded resource above.'),
      );
    case 'test_prompt_with_image':
      return messages(IMAGE, text('Please analyze the image above.'));
    default:
      return undefined;
  }
}

const COMPLETION: CompleteResult = { completion: { values: ['paris', 'park'], total: 2, hasMore: false } };
