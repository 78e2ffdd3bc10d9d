import { branchSha } from '../../sandbox/github/pull-facts.ts';
import { DEFAULT_CONTEXT } from '../../sandbox/runner/environment.ts';
import type { Run, Surroundings } from '../../sandbox/workflow/context.ts';
import type { Workflow } from '../../sandbox/workflow/file.ts';
import { openRunner, type Play } from '../../sandbox/workflow/run.ts';
import type { Event } from '../../src/event/trigger.ts';
import { workflowOf } from './recipe-rows.ts';
import { actorOf, type Scene } from './scene.ts';

type RecipeScene = Pick<Scene, 'sandbox' | 'workspace'>;

/** A run of a recipe, and the outputs of its steps that use the actions. */
interface PlayedRecipe extends Play {
  readonly outputs: readonly Readonly<Record<string, string>>[];
}

/** Plays a recipe of `examples/`, or another workflow, in the scene's sandbox. */
export function playRecipe(
  scene: RecipeScene,
  recipe: string | Workflow,
  event: Event,
  more: Partial<Surroundings> = {},
): Promise<PlayedRecipe> {
  return openRecipe(scene, recipe, more)(event);
}

/** Opens a recipe for several events. Returns a function that delivers an event and resolves when its run ends. */
export function openRecipe(
  scene: RecipeScene,
  recipe: string | Workflow,
  more: Partial<Surroundings> = {},
): (event: Event, own?: Partial<Surroundings>) => Promise<PlayedRecipe> {
  const workflow = typeof recipe === 'string' ? workflowOf(recipe.replace('.yml', '')) : recipe;
  const runner = openRunner(workflow, { ...inSandbox(scene), ...more });
  return async (event, own) => withOutputs(await runner.dispatch(event, own).ended);
}

function withOutputs(played: Play): PlayedRecipe {
  return { ...played, outputs: played.steps.map(({ result }) => result.outputs) };
}

function inSandbox(scene: RecipeScene): Pick<Surroundings, 'run' | 'tokenFor'> {
  return { tokenFor: scene.sandbox.tokenWith, run: runIn(scene) };
}

/**
 * Runs the steps of a recipe in the scene's workspace, with a token that has the recipe's permissions. Fails when GitHub
 * refuses that token: the recipe lacks a permission.
 */
export function runIn({ sandbox, workspace }: RecipeScene): Run {
  return async (options) => {
    const repository = sandbox.github.repository('acme/product');
    const sha = branchSha(repository, 'main') ?? DEFAULT_CONTEXT.sha;
    const context = { sha, ...actorOf(options.event), ...options.context };
    // The sandbox has a service of its own.
    const { 'base-url': _url, 'api-key': _key, 'project-id': _project, ...inputs } = options.inputs ?? {};
    const step = await sandbox.run({ workspace, ...options, inputs, context }).ended;
    const refused = sandbox.github.requests.find(({ status }) => status === 403);
    if (refused) throw new Error(`The recipe lacks a permission for ${refused.method} ${refused.path}`);
    return step;
  };
}
