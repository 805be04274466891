import type { MarkedToken, Token, Tokens } from 'marked';
import type { ComponentChildren, VNode } from 'preact';
import { createElement } from 'preact';
import { useEffect, useState } from 'preact/hooks';

type Lexer = (text: string) => readonly Token[];

/** Loaded when somebody looks: most reports are read without. */
function loadLexer(): Promise<Lexer> {
  return import('marked').then(({ lexer }) => lexer);
}

/** Markdown as text, lists and tables. HTML within stands as text, and addresses of other kinds than the web's are no links. */
export function Markdown({ text }: { readonly text: string }): VNode {
  const [lexer, setLexer] = useState<{ readonly read: Lexer }>();
  useEffect(() => {
    loadLexer().then(
      (read) => setLexer({ read }),
      () => undefined,
    );
  }, []);
  return lexer === undefined ? <pre>{text}</pre> : <MarkdownTokens tokens={lexer.read(text)} />;
}

function MarkdownTokens({ tokens }: { readonly tokens: readonly Token[] }): VNode {
  return <div class="markdown">{tokens.map((token, at) => blockOf(token, at))}</div>;
}

/** Below the headings of the page. */
const HEADING_FROM = 2;
const HEADING_MAX = 6;

/** Without extensions, the lexer makes no tokens but its own. */
function ownToken(token: Token): MarkedToken {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return token as MarkedToken;
}

function blockOf(given: Token, at: number): ComponentChildren {
  const key = String(at);
  const token = ownToken(given);
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- every other token is shown as its text
  switch (token.type) {
    case 'heading':
      return createElement(`h${Math.min(HEADING_MAX, token.depth + HEADING_FROM)}`, { key }, inline(token));
    case 'paragraph':
      return <p key={key}>{inline(token)}</p>;
    case 'list':
      return listOf(token, key);
    case 'table':
      return tableOf(token, key);
    case 'blockquote':
      return <blockquote key={key}>{(token.tokens ?? []).map(blockOf)}</blockquote>;
    case 'code':
      return <pre key={key}>{token.text}</pre>;
    case 'hr':
      return <hr key={key} />;
    case 'space':
      return null;
    default:
      return <span key={key}>{inline(token)}</span>;
  }
}

function listOf({ ordered, items }: Tokens.List, key: string): VNode {
  const inner = items.map((item, at) => (
    <li key={String(at)}>
      {item.tokens.map((token, place) => (token.type === 'text' ? inline(token) : blockOf(token, place)))}
    </li>
  ));
  return ordered ? <ol key={key}>{inner}</ol> : <ul key={key}>{inner}</ul>;
}

function tableOf({ header, rows }: Tokens.Table, key: string): VNode {
  return (
    <div key={key} class="wide-table">
      <table class="rows narrow">
        <thead>
          <tr>
            {header.map((cell, at) => (
              <th key={String(at)} scope="col">
                {cell.tokens.map(inlineOf)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={String(place)}>
              {row.map((cell, at) => (
                <td key={String(at)}>{cell.tokens.map(inlineOf)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inline(token: Token): ComponentChildren {
  const tokens = 'tokens' in token ? token.tokens : undefined;
  return tokens === undefined ? textOf(token) : tokens.map(inlineOf);
}

function inlineOf(given: Token, at: number): ComponentChildren {
  const key = String(at);
  const token = ownToken(given);
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- every other token is shown as its text
  switch (token.type) {
    case 'strong':
      return <b key={key}>{inline(token)}</b>;
    case 'em':
      return <em key={key}>{inline(token)}</em>;
    case 'codespan':
      return <code key={key}>{token.text}</code>;
    case 'br':
      return <br key={key} />;
    case 'link': {
      const { href } = token;
      return /^https?:\/\//i.test(href) ? (
        <a key={key} href={href} target="_blank" rel="noreferrer noopener">
          {inline(token)}
        </a>
      ) : (
        <span key={key}>{inline(token)}</span>
      );
    }
    default:
      return <span key={key}>{inline(token)}</span>;
  }
}

function textOf(token: Token): string {
  return 'text' in token && typeof token.text === 'string' ? token.text : token.raw;
}
