/** GitHub's own description of its REST API, and what requests and answers break of it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Schema, Validator } from '@cfworker/json-schema';
import type { RecordedRequest } from '../../sandbox/http/exchange.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: object;
}

interface Content {
  readonly content?: { readonly 'application/json'?: { readonly schema: object } };
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

type Asked = Pick<RecordedRequest, 'method' | 'path' | 'query' | 'headers' | 'body' | 'status'>;

/** The sandbox serves the API where a server of one's own does. */
const BASE = '/api/v3';

const require = createRequire(import.meta.url);
let description: Description | undefined;
const validators = new Map<object, Validator>();

function read(): Description {
  const file = require.resolve('@octokit/openapi/generated/api.github.com.json');
  description ??= JSON.parse(readFileSync(file, 'utf8')) as Description;
  return description;
}

/** What is wrong with a request; nothing when GitHub's description allows it. */
export function requestFaults(request: Asked): string[] {
  const { method, path, query, headers, body } = request;
  const found = findOperation(method, path);
  if (found === undefined) return [`${method} ${path} is no operation of GitHub's`];
  const { operation, values } = found;
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(parameter));
  const known = new Map(parameters.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]));
  const given = [
    ...[...values].map(([name, value]) => [`path ${name}`, value] as const),
    ...[...query].map(([name, value]) => [`query ${name}`, value] as const),
  ];
  const wrong = given.flatMap(([name, value]) => {
    const parameter = known.get(name);
    if (parameter === undefined) return [`${name} is not known`];
    const typed = /^\d+$/.test(value) ? Number(value) : value;
    return faultsOf(parameter.schema, typed).map((fault) => `${name} ${fault}`);
  });
  return [...wrong, ...headerFaults(headers), ...bodyFaults(operation, body)].map(
    (fault) => `${method} ${path}: ${fault}`,
  );
}

/** What is wrong with an answer of the sandbox's GitHub: it must not say what the real one never says. */
export function answerFaults(method: string, path: string, status: number, json: unknown): string[] {
  const responses = findOperation(method, path)?.operation.responses[String(status)];
  if (responses === undefined) return [`${method} ${path} never answers ${status}`];
  const schema = resolve(responses).content?.['application/json']?.schema;
  return schema === undefined ? [] : faultsOf(schema, json).map((fault) => `${method} ${path}: ${fault}`);
}

function headerFaults(headers: Asked['headers']): string[] {
  const wanted = { accept: /json/, authorization: /^(token|bearer) \S+$/i, 'user-agent': /./ };
  return Object.entries(wanted).flatMap(([name, words]) =>
    words.test(headers[name] ?? '') ? [] : [`header ${name} is missing or wrong`],
  );
}

function bodyFaults({ requestBody }: Operation, body: string): string[] {
  const schema = requestBody?.content?.['application/json']?.schema;
  if (schema === undefined) return body === '' ? [] : ['takes no body'];
  const json: unknown = JSON.parse(body);
  const variants = [schema, ...((schema as { oneOf?: object[] }).oneOf ?? [])].map((one) => resolve(one));
  const properties = variants.flatMap((one) =>
    Object.keys((one as { properties?: object }).properties ?? {}),
  );
  const unknown = Object.keys(Object(json)).filter((name) => !properties.includes(name));
  return [...faultsOf(schema, json), ...unknown.map((name) => `body field ${name} is not known`)];
}

interface Route {
  readonly names: readonly string[];
  readonly operation: Operation;
}

/** All operations, by method and number of words in the path. */
const routes = new Map<string, Route[]>();

function routesLike(method: string, words: number): readonly Route[] {
  if (routes.size === 0) {
    for (const [template, operations] of Object.entries(read().paths)) {
      const names = template.split('/');
      for (const [name, operation] of Object.entries(operations)) {
        const key = `${name} ${names.length}`;
        routes.set(key, [...(routes.get(key) ?? []), { names, operation }]);
      }
    }
  }
  return routes.get(`${method.toLowerCase()} ${words}`) ?? [];
}

/** The operation whose path fits with the most words of its own, and the values of its path's parameters. */
function findOperation(method: string, path: string) {
  const parts = path.slice(path.startsWith(BASE) ? BASE.length : 0).split('/');
  const fitting = routesLike(method, parts.length).flatMap(({ names, operation }) => {
    if (!names.every((name, index) => name.startsWith('{') || name === parts[index])) return [];
    const values = new Map(
      names.flatMap((name, index) =>
        name.startsWith('{') ? [[name.slice(1, -1), decodeURIComponent(parts[index] ?? '')] as const] : [],
      ),
    );
    return [{ operation, values }];
  });
  return fitting.sort((a, b) => a.values.size - b.values.size)[0];
}

function resolve<T extends object>(value: T): T {
  const ref = (value as { $ref?: string }).$ref;
  if (ref === undefined) return value;
  const [, , kind = '', name = ''] = ref.split('/');
  return read().components[kind]?.[name] as T;
}

function faultsOf(schema: object, value: unknown): string[] {
  const validator = validators.get(schema) ?? validatorOf(schema);
  validators.set(schema, validator);
  return validator
    .validate(value)
    .errors.map(({ instanceLocation, error }) => `${instanceLocation.slice(1)} ${error}`);
}

/** What the description says with `nullable`, JSON Schema says with the type `null`. */
function allowNull(schema: {
  nullable?: unknown;
  type?: unknown;
  anyOf?: object[];
  oneOf?: object[];
  allOf?: object[];
}): void {
  if (schema.nullable !== true) return;
  delete schema.nullable;
  if (schema.type !== undefined) {
    schema.type = [schema.type, 'null'];
    return;
  }
  const { anyOf, oneOf, allOf } = schema;
  const whole = anyOf ?? oneOf ?? [{ ...(allOf && { allOf }) }];
  for (const name of ['oneOf', 'allOf'] as const) delete schema[name];
  schema.anyOf = [...whole, { enum: [null] }];
}

/** Of one schema with what it refers to: to go through the whole description would take seconds. */
function validatorOf(schema: object): Validator {
  const components: Record<string, Record<string, unknown>> = {};
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    allowNull(value);
    const [, , kind = '', name = ''] = String((value as { $ref?: unknown }).$ref ?? '').split('/');
    if (kind !== '' && components[kind]?.[name] === undefined) {
      const target = read().components[kind]?.[name];
      components[kind] = { ...components[kind], [name]: target };
      collect(target);
    }
    for (const inner of Object.values(value)) collect(inner);
  };
  collect(schema);
  return new Validator({ ...schema, components } as Schema, '7', false);
}
