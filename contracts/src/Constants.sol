// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

// Numbers that several contracts share. Inside each of them they are compiled in: no storage, no call.

/// @dev The whole of a share: shares are in 1/10,000.
uint256 constant BPS = 10_000;

/// @dev One token, and one USD, in base units; prices have as many decimals.
uint256 constant WAD = 1e18;

/// @dev How far a quoted price, and what follows from it, may be from the oracle's: 5 %.
uint256 constant PRICE_TOLERANCE = 500;

/// @dev Bytes of a memo at most.
uint256 constant MEMO_LENGTH_MAX = 140;
