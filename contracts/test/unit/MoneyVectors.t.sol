// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Vm} from "forge-std/Vm.sol";

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {DigitalRights} from "../../src/DigitalRights.sol";
import {Exchange} from "../../src/Exchange.sol";
import {WithdrawalVault} from "../../src/WithdrawalVault.sol";
import {IExchange} from "../../src/interfaces/IExchange.sol";
import {IDigitalRights} from "../../src/interfaces/IDigitalRights.sol";
import {Fixture} from "../support/Fixture.sol";

/// @notice The vouchers of packages/protocol/vectors/typed-data.json that move money otherwise than for
/// machines and DR (Vectors.t.sol has those), each carried out by the contract itself, at the vector's
/// address and chain, and its digest read from the event.
contract MoneyVectorsTest is Fixture {
    string internal json;

    function test_moneyTypedData_givesThePinnedDigests() public {
        json = vm.readFile("../packages/protocol/vectors/typed-data.json");
        signer = vm.parseJsonAddress(json, ".signer");
        uint256 count;
        for (uint256 i = 0; vm.keyExistsJson(json, _at(i, "")); ++i) {
            uint256 snapshot = vm.snapshotState();
            bool checked = _checkVoucher(i);
            vm.revertToState(snapshot);
            if (checked) ++count;
        }
        assertEq(count, 4);
    }

    /// @return checked Whether it is of a kind that is checked here.
    function _checkVoucher(uint256 i) private returns (bool checked) {
        vm.chainId(vm.parseJsonUint(json, _at(i, ".domain.chainId")));
        string memory primaryType = vm.parseJsonString(json, _at(i, ".primaryType"));
        bytes32 kind = keccak256(bytes(primaryType));
        bool machines = kind == keccak256("BuyMachine") || kind == keccak256("ActivateMachine");
        if (machines || kind == keccak256("WithdrawDR")) return false;
        vm.warp(_uint(i, "deadline") - 1 minutes);
        address account = _address(i, "account");
        bytes32 typeHash = keccak256(bytes(vm.parseJsonString(json, _at(i, ".type"))));
        if (kind == keccak256("BuyPODpower") || kind == keccak256("BuyPODpowerAgain")) {
            _power(i, account, typeHash, kind == keccak256("BuyPODpowerAgain"));
        }
        if (kind == keccak256("SwapToken")) _swapToken(i, account, typeHash);
        if (kind == keccak256("WithdrawUSDT")) _withdrawUSDT(i, account, typeHash);
        assertEq(_digestInLogs(vm.parseJsonBytes32(json, _at(i, ".digest"))), 1, primaryType);
        return true;
    }

    function _power(uint256 i, address account, bytes32 typeHash, bool again) private {
        address at = vm.parseJsonAddress(json, _at(i, ".domain.verifyingContract"));
        IDigitalRights.Parts memory wired = parts();
        wired.nodeVault = newVault(setupOf(2, at), defaultCaps());
        bytes memory args = abi.encode(timelock, pauser, vm.addr(SIGNER_KEY), address(0), wired);
        deployCodeTo("DigitalRights.sol:DigitalRights", args, at);
        rights = DigitalRights(at);
        equipForPower(account, 10_000e18, 10_000e18);
        if (again) send(powerOf(account, 100e18, _address(i, "referrer")));
        vm.prank(address(timelock));
        rights.setSigner(signer);
        setNonce(at, account, _uint(i, "nonce"));
        assertEq(again ? rights.BUY_POD_POWER_AGAIN_TYPEHASH() : rights.BUY_POD_POWER_TYPEHASH(), typeHash);
        vm.recordLogs();
        (uint256 drAmount, uint256 usdrAmount) = (_uint(i, "drAmount"), _uint(i, "USDRAmount"));
        (address referrer, uint256 deadline) = (_address(i, "referrer"), _uint(i, "deadline"));
        bytes memory signature = vm.parseJsonBytes(json, _at(i, ".signature"));
        vm.prank(account);
        again
            ? rights.buyPODpowerAgain(drAmount, usdrAmount, referrer, deadline, signature)
            : rights.buyPODpower(drAmount, usdrAmount, referrer, deadline, signature);
    }

    function _withdrawUSDT(uint256 i, address account, bytes32 typeHash) private {
        address at = vm.parseJsonAddress(json, _at(i, ".domain.verifyingContract"));
        bytes memory args =
            abi.encode(timelock, pauser, signer, address(0), setupOf(1, address(0)), defaultCaps(), usdtCaps());
        deployCodeTo("WithdrawalVault.sol:WithdrawalVault", args, at);
        assertEq(WithdrawalVault(at).WITHDRAW_USDT_TYPEHASH(), typeHash);
        usdt.transfer(at, 10_000e18);
        dr.transfer(account, 1_000e18);
        vm.prank(account);
        dr.approve(at, APPROVAL);
        setNonce(at, account, _uint(i, "nonce"));
        vm.recordLogs();
        (uint256 amount, uint256 burnAmount) = (_uint(i, "amount"), _uint(i, "burnAmount"));
        (uint256 orderId, uint256 deadline) = (_uint(i, "orderId"), _uint(i, "deadline"));
        bytes memory signature = vm.parseJsonBytes(json, _at(i, ".signature"));
        vm.prank(account);
        WithdrawalVault(at).withdrawUSDT(amount, burnAmount, orderId, deadline, signature);
    }

    function _swapToken(uint256 i, address account, bytes32 typeHash) private {
        _placeExchange(i, account);
        assertEq(exchange.SWAP_TOKEN_TYPEHASH(), typeHash);
        setNonce(address(exchange), account, _uint(i, "nonce"));
        Swap memory v = Swap({
            account: account,
            inputAmount: _uint(i, "inputAmount"),
            outputAmount: _uint(i, "outputAmount"),
            inputToken: _address(i, "inputTokenAddress"),
            outputToken: _address(i, "outputTokenAddress"),
            orderId: _uint(i, "orderId"),
            nonce: _uint(i, "nonce"),
            deadline: _uint(i, "deadline")
        });
        bytes memory signature = vm.parseJsonBytes(json, _at(i, ".signature"));
        vm.warp(v.deadline);
        vm.recordLogs();
        send(v, signature);
    }

    /// @dev The vector's tokens are at addresses of its own; they are USDT and USDR, which are at par.
    function _placeExchange(uint256 i, address account) private {
        (address input, address output) = (_address(i, "inputTokenAddress"), _address(i, "outputTokenAddress"));
        exchange = Exchange(vm.parseJsonAddress(json, _at(i, ".domain.verifyingContract")));
        deployCodeTo("TestUSDT.sol:TestUSDT", abi.encode(account, 1_000e18), input);
        deployCodeTo("TestUSDT.sol:TestUSDT", abi.encode(exchange, 1_000e18), output);
        IExchange.Parts memory wired = exchangeParts();
        (wired.usdt, wired.usdr) = (IERC20(input), IERC20(output));
        IExchange.Cap memory cap = IExchange.Cap(1_000, 50_000e18);
        bytes memory args = abi.encode(timelock, pauser, signer, address(0), wired, cap, cap);
        deployCodeTo("Exchange.sol:Exchange", args, address(exchange));
        exchange.recordDepths();
        vm.prank(account);
        IERC20(input).approve(address(exchange), APPROVAL);
    }

    /// @dev How many of the recorded events carry `digest`, as a topic or as the last word of their data.
    function _digestInLogs(bytes32 digest) private returns (uint256 count) {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i = 0; i < logs.length; ++i) {
            bytes memory data = logs[i].data;
            bytes32 last;
            assembly ("memory-safe") {
                last := mload(add(data, mload(data)))
            }
            bool inTopic = logs[i].topics.length > 2 && logs[i].topics[2] == digest;
            if (inTopic || last == digest) ++count;
        }
    }

    function _uint(uint256 i, string memory field) private view returns (uint256) {
        return vm.parseJsonUint(json, _at(i, string.concat(".message.", field)));
    }

    function _address(uint256 i, string memory field) private view returns (address) {
        return vm.parseJsonAddress(json, _at(i, string.concat(".message.", field)));
    }

    function _at(uint256 i, string memory path) private pure returns (string memory) {
        return string.concat(".vectors[", vm.toString(i), "]", path);
    }
}
