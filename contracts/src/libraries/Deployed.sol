// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

/// @title Deployed: what a contract is wired to for good, checked once in its constructor
library Deployed {
    /// @notice There is no code at `account`, which has to be a contract.
    error NotAContract(address account);
    /// @notice An address that must be set is zero.
    error ZeroAddress();

    /// @dev Refuses an address without code, the zero address included.
    function requireContract(address account) internal view {
        if (account.code.length == 0) revert NotAContract(account);
    }

    /// @dev Refuses the zero address alone: `account` may be a key.
    function requireAccount(address account) internal pure {
        if (account == address(0)) revert ZeroAddress();
    }
}
