// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

/// @notice `owner()` of a token that no account administers: the zero address, from deployment on. There
/// never was an owner who could have renounced.
abstract contract Ownerless {
    /// @notice The zero address: no owner can mint, pause or take anything in this token.
    function owner() external pure returns (address) {
        return address(0);
    }
}
