/** The list of keys: whether it is open, and of which game. */
class KeysState {
  open = $state(false);
  /** The game on the screen; `null` where there is none. */
  game = $state<string | null>(null);

  /** Names the game on the screen for as long as it is there. */
  of(game: string | null): () => void {
    this.game = game;
    return () => (this.game = null);
  }
}

export const keys = new KeysState();
