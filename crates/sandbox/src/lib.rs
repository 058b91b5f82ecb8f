//! Stand-ins of all providers, with a small web behind them.
